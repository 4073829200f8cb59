// Web servers
export {
  type Certificate,
  type HttpHeader,
  type WebResponse,
  webResponseOf,
  type WebServer,
  webServerOf,
} from './web-server.ts'
