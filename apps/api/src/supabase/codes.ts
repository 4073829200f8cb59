/** A refusal in the form that auth-js reads. */
export interface AuthAnswer {
  readonly status: number
  /** Default: netbox's code. */
  readonly code?: string
  /** Default: the text of the refusal. */
  readonly message?: string
}

const closed: AuthAnswer = { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' }
export const expired: AuthAnswer = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
export const banned: AuthAnswer = { status: 403, code: 'user_banned', message: 'User is banned' }

const answers = <Code extends string>(all: Readonly<Record<Code, AuthAnswer>>) => all

/** The codes that only clients of auth-js tell apart, with auth-js's texts. Users of auth-js search for these texts. */
export const authAnswers = answers({
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  bad_code_verifier: { status: 400, message: 'code challenge does not match previously saved code verifier' },
  email_exists: { status: 422, message: 'A user with this email address has already been registered' },
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled' },
  not_service_key: { status: 403, code: 'not_admin', message: 'User not allowed' },
  otp_expired: expired,
  phone_provider_disabled: { status: 400 },
  provider_disabled: { status: 400 },
  reauthentication_needed: { status: 400, message: 'Password update requires reauthentication' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  reauthentication_unconfirmed: {
    status: 422,
    code: 'email_not_confirmed',
    message: 'Please verify your email first.',
  },
  request_invalid: { status: 400, code: 'validation_failed' },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled' },
  signup_disabled: closed,
  user_banned: banned,
  user_id_invalid: { status: 404, code: 'validation_failed', message: 'user_id must be an UUID' },
  user_not_found: { status: 404, message: 'User not found' },
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled' },
})

/** The statuses of the codes of PostgREST and PostgreSQL. A forbidden action (42501) is 401 for visitors. */
export const restStatuses = {
  PGRST100: 400,
  PGRST102: 400,
  PGRST103: 416,
  PGRST106: 406,
  PGRST107: 406,
  PGRST116: 406,
  PGRST204: 400,
  PGRST205: 404,
  '21000': 400,
  '22007': 400,
  '22P02': 400,
  '23502': 400,
  '23503': 409,
  '42501': 403,
} as const

/** A refusal in the form that the client of the storage reads. */
export interface StorageAnswer {
  /** The status in the response body. */
  readonly status: number
  /** Default: the code. */
  readonly error?: string
  readonly message: string
}

const storage = <Code extends string>(all: Readonly<Record<Code, StorageAnswer>>) => all

/** The codes that clients of the storage check, with the texts that they search for. */
export const storageAnswers = storage({
  NoSuchBucket: { status: 404, error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { status: 404, error: 'not_found', message: 'Object not found' },
  KeyAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  BucketAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  ResourceNotEmpty: { status: 409, message: 'The bucket you tried to delete is not empty' },
  EntityTooLarge: { status: 413, error: 'Payload too large', message: 'The object exceeded the maximum allowed size' },
  InvalidMimeType: { status: 415, error: 'invalid_mime_type', message: 'mime type is not supported' },
  InvalidKey: { status: 400, message: 'Invalid key' },
  InvalidBucketName: { status: 400, error: 'Invalid Input', message: 'Bucket name invalid' },
  InvalidRequest: { status: 400, message: 'The request is invalid' },
  InvalidSignature: { status: 400, message: 'Invalid signature' },
  ExpiredToken: { status: 400, message: 'The signed URL has expired' },
  AccessDenied: { status: 403, error: 'Unauthorized', message: 'new row violates row-level security policy' },
  InvalidRange: { status: 416, error: 'invalid_range', message: 'The requested range is not satisfiable' },
  NotSupported: { status: 501, message: 'This operation is not supported' },
})
