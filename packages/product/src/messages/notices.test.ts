import { describe, expect, it } from 'vitest'
import {
  accessNotices,
  dashboardEntries,
  dashboardStats,
  footer,
  homeTabs,
  labels,
  notices,
  pageNotFound,
} from './notices.ts'

describe('placeholders and empty states', () => {
  it('invites to select a tool', () => {
    expect(notices.selectTool).toEqual({
      title: 'Select a Tool',
      message: 'Choose a tool from the categories above to get started.',
    })
  })

  it('shows that a category has no tools yet', () => {
    expect(notices.noTools).toEqual({
      title: 'No tools available',
      message: 'Tools for this category are coming soon.',
    })
  })

  it('shows that a tool does not exist', () => {
    expect(notices.toolNotFound).toEqual({ title: 'Tool not found', message: 'The requested tool does not exist' })
    expect(labels.backToDashboard).toBe('Back to Dashboard')
  })

  it('shows that a page does not exist and links the home page', () => {
    expect(pageNotFound).toEqual({ title: 'Oops! Page not found', link: 'Return to Home' })
  })

  it('shows the requirement of a tool without access, with a link', () => {
    expect(accessNotices.login_required).toEqual({
      message: 'This tool requires you to be logged in.',
      link: 'Please log in',
      href: '/login',
    })
    expect(accessNotices.upgrade_required).toEqual({
      message: 'This tool requires a Pro or Enterprise plan.',
      link: 'Upgrade now',
      href: '/pricing',
    })
  })
})

describe('labels', () => {
  it('names the states of loading and running', () => {
    expect(labels.loading).toBe('Loading...')
    expect(labels.loadingCaptcha).toBe('Loading security check...')
    expect(labels.analyze).toBe('Analyze')
    expect(labels.running).toBe('Running...')
    expect(labels.analyzing).toBe('Analyzing...')
  })

  it('requests the input by its type', () => {
    expect(labels.inputPlaceholder('Domain Name')).toBe('Enter Domain Name...')
    expect(labels.inputPlaceholder('IP Address')).toBe('Enter IP Address...')
  })

  it('heads the progress, the result and the input', () => {
    expect(labels.executionProgress).toBe('Execution Progress')
    expect(labels.analysisOutput('mail.example')).toBe('Analysis output for mail.example')
    expect(labels.analysisCompleted).toBe('Analysis completed successfully')
    expect(labels.toolInput).toBe('Tool Input')
  })

  it('names the home tabs and marks the web tab as coming soon', () => {
    expect(homeTabs).toEqual({
      network: 'Network Tools',
      dns: 'DNS Tools',
      email: 'Email Tools',
      web: 'Web Tools',
    })
    expect(labels.comingSoon).toBe('Em breve')
  })

  it('names the entries of the header and the account menu', () => {
    expect([labels.dashboard, labels.upgrade, labels.login]).toEqual(['Dashboard', 'Upgrade', 'Login'])
    expect([labels.managePlan, labels.signOut, labels.backToTools]).toEqual([
      'Manage Plan',
      'Sign Out',
      'Back to Tools',
    ])
  })

  it('names the dashboard entries and its four stats', () => {
    expect(Object.values(dashboardEntries)).toEqual([
      'Overview',
      'Network Tools',
      'DNS Tools',
      'Email Tools',
      'Security Tools',
      'Monitoring',
    ])
    expect(Object.values(dashboardStats)).toEqual(['Emails Verified', 'Migrations', 'Tools Used', 'Uptime'])
    expect([labels.upgradePlan, labels.recentActivity]).toEqual(['Upgrade Plan', 'Recent Activity'])
  })

  it('shows the copyright year 2024 in the footer', () => {
    expect(footer.copyright).toContain('2024')
    expect([footer.popularTools, footer.account, footer.support]).toEqual(['Popular tools', 'Account', 'Support'])
  })
})
