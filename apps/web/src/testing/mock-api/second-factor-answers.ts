import { signInMockUser } from './auth-answers.ts'
import { callerOf, type MockAnswers, MockRefusal } from './endpoint-handler.ts'
import { MOCK_TIME, type MockUser, nextId } from './mock-data.ts'

/** The code that every authenticator app of the mock API shows. */
export const MOCK_APP_CODE = '482013'

const checkCode = (member: MockUser, code: string): void => {
  if (code.replaceAll(' ', '') === MOCK_APP_CODE) return
  if (!member.recoveryCodes.includes(code)) throw new MockRefusal('factor_code_invalid')
  member.recoveryCodes.splice(member.recoveryCodes.indexOf(code), 1)
}

const checkPassword = (member: MockUser, password: string): void => {
  if (member.password !== password) throw new MockRefusal('invalid_credentials')
}

const newCodes = (): string[] => Array.from({ length: 10 }, (_, at) => `k3f5-mxdw-7q2m-000${at}`)

/** Mocks the endpoints of second factors. */
export const secondFactorAnswers: MockAnswers = {
  'auth.secondFactor': (call) => {
    const member = callerOf(call)
    checkCode(member, call.body.code)
    return signInMockUser(member)
  },
  'account.factors': (call) => {
    const { factors, recoveryCodes } = callerOf(call)
    return { factors, recovery_codes: { left: recoveryCodes.length, last_used_at: null } }
  },
  'account.enrolFactor': (call) => {
    const { name } = call.body
    if (callerOf(call).factors.some((factor) => factor.name === name)) throw new MockRefusal('factor_name_taken')
    const secret = 'K3F5MXDW7Q2MJZKTK3F5MXDW7Q2MJZKT'
    const qr_code = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7h-7z"/></svg>'
    return { id: `${nextId()}.${name}`, name, secret, uri: `otpauth://totp/netbox?secret=${secret}`, qr_code }
  },
  'account.confirmFactor': (call) => {
    const member = callerOf(call)
    if (call.body.code.replaceAll(' ', '') !== MOCK_APP_CODE) throw new MockRefusal('factor_code_invalid')
    const { id } = call.params
    member.factors.push({ id, name: id.split('.')[1] ?? '', created_at: MOCK_TIME, last_used_at: MOCK_TIME })
    member.profile = { ...member.profile, second_factor: true }
    if (member.factors.length > 1) return { recovery_codes: [] }
    member.recoveryCodes = newCodes()
    return { recovery_codes: [...member.recoveryCodes] }
  },
  'account.removeFactor': (call) => {
    const member = callerOf(call)
    checkPassword(member, call.body.password)
    checkCode(member, call.body.code)
    member.factors = member.factors.filter(({ id }) => id !== call.params.id)
    member.profile = { ...member.profile, second_factor: member.factors.length > 0 }
    return { ok: true }
  },
  'account.recoveryCodes': (call) => {
    const member = callerOf(call)
    checkPassword(member, call.body.password)
    member.recoveryCodes = newCodes()
    return { recovery_codes: [...member.recoveryCodes] }
  },
}
