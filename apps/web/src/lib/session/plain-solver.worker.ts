import './provide-plain-subtle.ts'
import 'altcha/workers/pbkdf2'
