import { namesRun } from './world.ts'

/** Returns whether an address describes a complete mail check. One with fewer parts only fills in the form. */
export const namesCheck = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  pathname === '/mail-check' && namesRun(search.replace('domain=', 'input='))
