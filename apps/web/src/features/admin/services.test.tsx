import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const openServices = async () => {
  const user = await visit('/admin?tab=services', { as: mockApi().addUser({ is_admin: true }) })
  await screen.findByRole('heading', { name: 'Service switches' })
  return user
}

const inMain = () => within(screen.getByRole('main'))

describe('services', () => {
  it('are listed with their descriptions, and switched off and on by keyboard', async () => {
    const user = await openServices()
    const registration = await screen.findByRole('switch', { name: 'Registration', checked: true })
    expect(registration.closest('li')?.textContent).toContain('New accounts')
    registration.focus()
    await user.keyboard(' ')
    await findToast('Service disabled successfully')
    await screen.findByRole('switch', { name: 'Registration', checked: false })
    await user.keyboard(' ')
    await findToast('Service enabled successfully')
    await screen.findByRole('switch', { name: 'Registration', checked: true })
    const id = mockApi().data.services.find(({ service_name: name }) => name === 'registration')?.id
    expect(
      mockApi()
        .calls('admin.updateService')
        .map(({ params, body }) => [params.id, body]),
    ).toEqual([
      [id, { is_enabled: false }],
      [id, { is_enabled: true }],
    ])
  })

  it('report when one could not be switched, which stays unchanged', async () => {
    mockApi().refuse('admin.updateService', 'internal_error')
    const user = await openServices()
    await user.click(await screen.findByRole('switch', { name: 'Billing' }))
    await findToast('Failed to update service status')
    expect(inMain().getByText('Failed to update service status', { selector: '[role="alert"] *' })).toBeDefined()
    expect(screen.getByRole('switch', { name: 'Billing', checked: true })).toBeDefined()
  })

  it('report when they could not be loaded, and when there are none', async () => {
    mockApi().refuse('admin.services', 'internal_error')
    const user = await openServices()
    await findToast('Failed to load services')
    expect(inMain().getByText('Failed to load services')).toBeDefined()
    mockApi().answer('admin.services', () => ({ services: [] }))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('No services configured')
  })

  it('report a missing description, and show an unknown service by its own name', async () => {
    mockApi().answer('admin.services', ({ data }) => ({
      services: data.services.slice(0, 1).map((service) => ({ ...service, service_name: 'later', description: '' })),
    }))
    await openServices()
    await screen.findByRole('switch', { name: 'later' })
    expect(screen.getByText('No description available')).toBeDefined()
  })
})
