import { tools } from '@netbox/core'
import type { FormEvent } from 'react'
import { SearchGlyph } from '../../components/ui/glyphs/search-glyph.tsx'
import { openPalette } from '../../lib/palette.ts'
import { startTexts } from '../../texts/start.ts'
import { Greeting } from './greeting.tsx'
import { Journey } from './journey.tsx'
import '../../styles/hero.css'
import { FindKey } from '../../components/ui/find-key.tsx'

const ask = (event: FormEvent<HTMLFormElement>): void => {
  event.preventDefault()
  const text = new FormData(event.currentTarget).get('text')
  openPalette(typeof text === 'string' ? text : '')
}

/** The top of the home page while no tool is chosen. */
export const HomeHero = () => {
  const [first, second] = startTexts.title
  return (
    <section className="hero">
      <div className="wrap hero-grid">
        <h1>
          {first}
          <br />
          {second}
        </h1>
        <div>
          <Greeting />
          <p className="lede">{startTexts.lede(tools.length)}</p>
          <form className="ask" role="search" onSubmit={ask}>
            <SearchGlyph />
            <input name="text" aria-label={startTexts.paste} placeholder={startTexts.paste} autoComplete="off" />
            <FindKey />
          </form>
        </div>
      </div>
      <Journey />
    </section>
  )
}
