import { tools } from '@netbox/core'
import type { FormEvent } from 'react'
import { SearchGlyph } from '../../components/ui/glyphs/search-glyph.tsx'
import { openPalette } from '../../lib/palette.ts'
import { startTexts } from '../../texts/start.ts'
import { Greeting } from './greeting.tsx'
import { Journey } from './journey.tsx'
import { FindKey } from '../../components/ui/find-key.tsx'
import * as heroStyles from '../../components/ui/hero.module.css'

const ask = (event: FormEvent<HTMLFormElement>): void => {
  event.preventDefault()
  const text = new FormData(event.currentTarget).get('text')
  openPalette(typeof text === 'string' ? text : '')
}

/** The top of the home page while no tool is chosen. */
export const HomeHero = () => {
  const [first, second] = startTexts.title
  return (
    <section className={heroStyles.hero}>
      <div className={`wrap ${heroStyles.heroGrid}`}>
        <h1>
          {first}
          <br />
          {second}
        </h1>
        <div>
          <Greeting />
          <p className={heroStyles.lede}>{startTexts.lede(tools.length)}</p>
          <form className={heroStyles.ask} role="search" onSubmit={ask}>
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
