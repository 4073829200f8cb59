// Web servers
export { drawnAuthorities, issuanceAt } from '../world/answers/web.ts'
export { httpRuleFor, httpRulesOf, type RuledRequest, statedHttpOf } from '../world/answers/http-rules.ts'
export {
  fill,
  fillText,
  partsOf,
  type RequestFacts,
  type RouteAnswer,
  routeFor,
  textOf,
} from '../world/answers/http-routes.ts'
export type { HttpEffect, HttpReply, HttpRule, JsonValue, StatedHttp } from '../world/http.ts'
export {
  type Certificate,
  type HttpHeader,
  type WebResponse,
  webResponseOf,
  type WebServer,
  webServerOf,
} from './web-server.ts'
