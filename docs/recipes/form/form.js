/** Sends a form. Waits as long as a server asks for, up to three times, and shows the state. */
export const submit = async (url, data, show) => {
  for (let tries = 0; tries < 3; tries++) {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams([...data]) })
    if (response.status !== 429) return show(response.ok ? 'Thank you' : `The server answered ${response.status}.`)
    const seconds = Number(response.headers.get('Retry-After')) || 1
    show(`Busy. Next try in ${seconds} s.`)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
  return show('Too busy. Please try again later.')
}
