export { toasts, verificationComplete } from '@netbox/core'
