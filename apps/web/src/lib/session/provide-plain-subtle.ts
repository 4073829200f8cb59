import { providePlainSubtle } from './plain-subtle.ts'

// Must be loaded before the solver, which requires `crypto.subtle`.
providePlainSubtle()
