import { providePlainSubtle } from './plain-subtle.ts'

// Loaded before the solver, which requires it.
providePlainSubtle()
