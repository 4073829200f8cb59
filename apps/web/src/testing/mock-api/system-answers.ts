import { callerOf, type MockAnswers } from './endpoint-handler.ts'
import { isSwitchedOn } from './mock-data.ts'

/** Mocks the endpoints about the service and about the caller's own usage. */
export const systemAnswers: MockAnswers = {
  'services.list': ({ data }) => ({
    services: data.services,
    email_verification: isSwitchedOn(data, 'email_verification') ? 'real' : 'off',
    mail: 'smtp',
  }),
  'ip.get': () => ({ ip: '203.0.113.7' }),
  'stats.get': (call) => ({ data: callerOf(call).stats }),
  'activity.list': (call) => ({ data: { items: callerOf(call).activity } }),
  'notifications.list': (call) => {
    const { notifications } = callerOf(call)
    return { notifications, unread: notifications.filter(({ read }) => !read).length }
  },
  'subscription.status': (call) => ({ data: callerOf(call).subscription }),
}
