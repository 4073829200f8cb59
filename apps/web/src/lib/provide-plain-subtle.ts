import { providePlainSubtle } from './plain-subtle.ts'

// Before the solver, which takes it for granted.
providePlainSubtle()
