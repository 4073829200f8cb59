import { providePlainSubtle } from './plain-subtle.ts'

// Must run before the solver, which requires `crypto.subtle`.
providePlainSubtle()
