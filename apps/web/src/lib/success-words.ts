export { toasts, verificationComplete } from '@netbox/product'
