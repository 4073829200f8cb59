import { MINUTE, plainText } from '@netbox/core'
import { groupDigits } from '@netbox/product'
import { CommandError, exitCodes } from '../exit.ts'

/* The command's messages about the service and the user's account. Errors of the service itself have the contract's texts. */

const refused = (code: string, title: string, message: string): CommandError =>
  new CommandError({ code, title, message, exit: exitCodes.refused })

const usage = (message: string): CommandError => new CommandError({ code: 'usage', title: 'Wrong usage', message })

/** Formats a time in the past: `3 h ago`. */
export const agoOf = (milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} days ago`
}

/** Returns the error for a file or folder that other users can access. */
export const notYours = (path: string, mode: string): CommandError =>
  refused(
    'unsafe_file',
    'Unsafe file',
    `Other users of this machine can access ${path}, so they may know your session. End it with 'netbox logout' and sign in again, or keep it with: chmod ${mode} '${path}'`,
  )

// Returns a URL without control characters and without user name and password, if it has them.
const shownAddress = (value: string): string => plainText(value.replace(/\/\/[^/]*@/, '//…@').slice(0, 60))

/** Returns the error for an invalid URL. */
export const badAddress = (name: string, value: string): CommandError =>
  usage(`${name} can't be '${shownAddress(value)}'. It must be a URL like https://netbox.example.`)

/** Returns the error for a user who is not signed in. The message contains the URL only if one is configured. */
export const notSignedIn = (apiUrl: string, isChosen: boolean): CommandError =>
  refused(
    'not_signed_in',
    'Not signed in',
    `You are not signed in${isChosen ? ` at ${apiUrl}` : ''}. 'netbox login' signs you in.`,
  )

/** Returns the error for a session of another service than the configured one. */
export const signedInElsewhere = (owner: string, apiUrl: string): CommandError =>
  refused(
    'not_signed_in',
    'Not signed in',
    `You are signed in at ${owner}, not at ${apiUrl}. 'netbox login' signs you in here and removes the other session.`,
  )

export const sessionEnded = (apiUrl: string): CommandError =>
  refused('session_ended', 'Session ended', `Your session at ${apiUrl} has ended. Sign in again: netbox login`)

export const tokenRefused = (apiUrl: string, what: string): CommandError =>
  refused(
    'unauthorized',
    'Token refused',
    `${apiUrl} does not accept ${what}. It may be revoked, expired or from another service.`,
  )

export const unreachable = (apiUrl: string, reason: string): CommandError =>
  new CommandError({
    code: 'unreachable',
    title: 'Service unreachable',
    message: `${apiUrl} can't be reached: ${reason}. 'netbox config set apiUrl' and NETBOX_API_URL set the URL of the service.`,
    exit: exitCodes.unreachable,
  })

/** Returns the error for a server that is not netbox. */
export const notTheService = (apiUrl: string): CommandError =>
  new CommandError({
    code: 'invalid_response',
    title: 'Service unreachable',
    message: `The server at ${apiUrl} is not a netbox service. Set the URL with 'netbox config set apiUrl' or NETBOX_API_URL.`,
    exit: exitCodes.unreachable,
  })

export const tooLong = (apiUrl: string, longest: number): CommandError =>
  new CommandError({
    code: 'invalid_response',
    title: 'Response too long',
    message: `The response of ${apiUrl} has more than ${longest / 2 ** 20} MB, so netbox did not read the rest.`,
    exit: exitCodes.unreachable,
  })

export const redirected = (apiUrl: string, target: string): CommandError =>
  new CommandError({
    code: 'redirected',
    title: 'Service unreachable',
    message: `${apiUrl} redirects to ${target}. netbox sent nothing there: set the correct URL with 'netbox config set apiUrl'.`,
    exit: exitCodes.unreachable,
  })

/** Returns the error for a sign-in without a terminal and without a token. */
export const noTerminal = (): CommandError =>
  usage(
    'There is no terminal for the password prompt. In a script use an API token: netbox login --with-token < token.txt, or NETBOX_TOKEN.',
  )

/** Returns the error for stdin without a token. */
export const noToken = (): CommandError =>
  usage('There is no token on stdin. A token is one line of 1 to 4096 characters, without spaces.')

/** Returns the error for empty input. */
export const nothingEntered = (what: string): CommandError => usage(`Please enter your ${what}.`)

/** Returns the warning that requests are not encrypted. */
export const notEncrypted = (apiUrl: string): string =>
  `${apiUrl} is not encrypted: others in the network can read your requests. An https URL is safer.`

/** Returns the warning that an environment variable overrides the change. */
export const variableCounts = (): string => 'NETBOX_TOKEN is set and takes precedence. Unset it to use this sign-in.'

/** Returns the message that NETBOX_TOKEN is still set. */
export const variableStays = (): string => 'NETBOX_TOKEN is still set. Unset it to sign out.'

/** Returns the warning that the service did not confirm the end of a session. */
export const endedHereAlone = (apiUrl: string, reason: string): string =>
  `Signed out on this machine. ${apiUrl} did not confirm it (${reason}), so the session stays valid there until it expires. To end it now, sign in on the web and sign this device out.`

/** Returns the error for a path outside the API. */
export const badPath = (path: string): CommandError =>
  usage(
    `The path can't be '${plainText(path.slice(0, 60))}'. It must begin with a slash and stay within /api, like /usage.`,
  )

export const noJson = (path: string): CommandError => usage(`${path} is not JSON. The API accepts only JSON bodies.`)

/** Returns the error for a run with too many facts for a link. */
export const worldTooLong = (): CommandError =>
  usage(
    "The world file has too many facts for a link. Save the run with --json and send the file: 'netbox replay run.json' shows it.",
  )

/** Returns the warning that a link works only on this machine. */
export const localLink = (): string =>
  "The link works only on this machine. Set a service that others can reach: 'netbox config set apiUrl https://…'"

/** Summarizes the results of a list of addresses in one line. */
export const summaryOf = ({
  statuses,
  verified,
  failed,
  skipped,
}: {
  readonly statuses: ReadonlyMap<string, number>
  readonly verified: number
  readonly failed: number
  readonly skipped: number
}): string => {
  const kinds = [...statuses].map(([status, count]) => `${groupDigits(count)} ${status}`).join(', ')
  const parts = [
    `${groupDigits(verified)} verified${kinds === '' ? '' : `: ${kinds}`}`,
    ...(failed === 0 ? [] : [`${groupDigits(failed)} not sent`]),
    ...(skipped === 0 ? [] : [`${groupDigits(skipped)} known before`]),
  ]
  return `${parts.join('; ')}.\n`
}

/** Returns the message for a list that ended early, with the reason and how to continue. */
export const stopped = (reason: string, resume: string | undefined): string =>
  `The rest was not verified. ${reason} ${
    resume === undefined
      ? 'With --resume FILE a list continues where it stopped.'
      : 'The same command continues where this one stopped.'
  }`

/** The note that results are simulated, printed once. */
export const simulatedResults = 'Simulated: this service makes up its results; no mail server was contacted.'

/** The message for a cancelled verification. */
export const verificationCancelled = 'Verification cancelled.'

/** Returns the message that a user is signed in. */
export const signedInAs = (email: string, plan: string): string => `Signed in as ${plainText(email)}, ${plan} plan.`

/** The message after signing out. */
export const signedOut = 'Signed out.'

/** The message for signing out without a session. */
export const wasSignedOut = 'You are not signed in.'

/** Returns the warning that the free plan applies because the service's plan is unknown. */
export const freePlanCounts = (reason: string): string => `${reason} The free plan applies.`
