// The known internet, for servers
export { knownHttpOf } from './known-http.ts'
