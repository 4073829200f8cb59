// Does what the page does: its form, its script.
import { submit } from './form.js'

const page = 'https://www.shop.example/'
const html = await (await fetch(page)).text()
const [, action] = /<form action="([^"]+)"/.exec(html)
const data = new FormData()
data.set('email', 'ana@mail.example')
await submit(new URL(action, page), data, (text) => console.log(text))
