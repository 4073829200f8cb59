import {
  type AccountSession,
  type Activity,
  type ApiToken,
  type Factor,
  type AuditEntry,
  type Migration,
  type Profile,
  type ReceivedNotification,
  type RunRecord,
  type SentNotification,
  type ServiceControl,
  type ServiceName,
  serviceNames,
  type Stats,
  type ResponseOf,
  type ToolUsage,
  type VerificationHistoryEntry,
} from '@netbox/contract'

/** The default password of mock users. */
export const MOCK_PASSWORD = 'correct horse'

/** A user of the mock API, with all their data. */
export interface MockUser {
  profile: Profile
  password: string
  /** Bearer tokens that are valid for this user. */
  tokens: string[]
  sessions: AccountSession[]
  apiTokens: ApiToken[]
  factors: Factor[]
  recoveryCodes: string[]
  migrations: Migration[]
  verifications: VerificationHistoryEntry[]
  notifications: ReceivedNotification[]
  activity: Activity[]
  /** The history of runs, newest first. */
  runs: RunRecord[]
  usage: ToolUsage[]
  stats: Stats
  subscription: ResponseOf<'subscription.status'>['data']
}

/** All data of the mock API. Tests and handlers change it in place. */
export interface MockData {
  readonly users: MockUser[]
  readonly sent: SentNotification[]
  readonly services: ServiceControl[]
  readonly audit: AuditEntry[]
  /** Whether users must confirm their address by mail after registration, as on a service with a mail server. */
  confirmsAddresses: boolean
}

/** The creation time of all data of the mock API. */
export const MOCK_TIME = '2026-11-20T08:00:00.000Z'

let ids = 0

/** Returns an id that no other mock row has. */
export const nextId = (): string => {
  ids += 1
  return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
}

const descriptions: Readonly<Record<string, string>> = {
  registration: 'New accounts',
  email_verification: 'Verification of email addresses',
  email_migration: 'Requests to move a mailbox',
  billing: 'Purchases and subscriptions',
  tool_api: 'Tool runs over the API',
}

/** Returns the data of a new service: every part is switched on, and nobody has registered. */
export const createMockData = (): MockData => ({
  users: [],
  sent: [],
  services: serviceNames.toSorted().map((service_name) => ({
    id: nextId(),
    service_name,
    description: descriptions[service_name] ?? '',
    is_enabled: true,
    updated_at: MOCK_TIME,
  })),
  audit: [],
  confirmsAddresses: false,
})

/** The properties of a user that a test sets; others have defaults. */
export interface MockUserOptions extends Partial<Profile> {
  readonly password?: string
}

/** Adds a user to the data and returns them. */
export const addMockUser = (
  data: MockData,
  { password = MOCK_PASSWORD, ...profile }: MockUserOptions = {},
): MockUser => {
  const id = nextId()
  const made: MockUser = {
    profile: {
      id,
      email: `user.${data.users.length + 1}@mail.example`,
      status: 'active',
      is_admin: false,
      second_factor: false,
      plan: 'free',
      plan_expires_at: null,
      created_at: MOCK_TIME,
      ...profile,
    },
    password,
    tokens: [`token-${id}`],
    sessions: [],
    apiTokens: [],
    factors: [],
    recoveryCodes: [],
    migrations: [],
    verifications: [],
    notifications: [],
    activity: [],
    runs: [],
    usage: [],
    stats: {
      emails_verified: 0,
      emails_by_day: Array.from({ length: 14 }, () => 0),
      migrations: 0,
      tools_used: 0,
      tools: [],
      uptime: null,
      uptime_days: [],
    },
    subscription: {
      subscribed: false,
      subscription_tier: null,
      subscription_end: null,
      subscription_renews: false,
      subscription_past_due: false,
      subscription_next_tier: null,
    },
  }
  const { plan, plan_expires_at: subscription_end } = made.profile
  if (plan !== 'free')
    made.subscription = {
      subscribed: true,
      subscription_tier: plan,
      subscription_end,
      subscription_renews: false,
      subscription_past_due: false,
      subscription_next_tier: null,
    }
  data.users.push(made)
  return made
}

/** Finds a user by email, ignoring case. */
export const userByEmail = (data: MockData, email: string): MockUser | undefined =>
  data.users.find(({ profile }) => profile.email.toLowerCase() === email.trim().toLowerCase())

/** Adds a device on which a user is signed in. */
export const addMockSession = ({ sessions }: MockUser, session: Partial<AccountSession> = {}): void =>
  void sessions.push({
    id: nextId(),
    user_agent: 'Mozilla/5.0',
    address: '203.0.113.7',
    created_at: MOCK_TIME,
    last_used_at: MOCK_TIME,
    expires_at: '2099-01-01T00:00:00.000Z',
    current: false,
    ...session,
  })

/** Adds a notification that a user has received. */
export const addMockNotification = (
  { notifications }: MockUser,
  notification: Partial<ReceivedNotification> & Pick<ReceivedNotification, 'title'>,
): void =>
  void notifications.push({
    id: nextId(),
    message: `About ${notification.title}.`,
    type: 'general',
    is_global: true,
    target_user_id: null,
    expires_at: null,
    created_at: MOCK_TIME,
    read: false,
    ...notification,
  })

/** Switches a part of the service off. */
export const switchOff = ({ services }: MockData, name: ServiceName): void => {
  for (const service of services) if (service.service_name === name) service.is_enabled = false
}

/** Returns whether a part of the service is switched on. */
export const isSwitchedOn = ({ services }: MockData, name: string): boolean =>
  services.find(({ service_name: known }) => known === name)?.is_enabled === true
