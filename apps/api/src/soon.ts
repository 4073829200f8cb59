/** A value that is there at once or comes later: to wait for what is there already costs more than many a step of a request. */
export type Soon<Value> = Value | Promise<Value>

/** Goes on with a value, at once when it is there. */
export const andThen = <Value, Result>(value: Soon<Value>, goOn: (value: Value) => Soon<Result>): Soon<Result> =>
  value instanceof Promise ? value.then(goOn) : goOn(value)
