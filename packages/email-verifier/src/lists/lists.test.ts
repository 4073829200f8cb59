import { describe, expect, it } from 'vitest'
import { isDisposableDomain, isRoleAccount } from './lists.ts'
import { providerOf } from './providers.ts'

describe('providerOf', () => {
  it.each([
    ['gmail-smtp-in.l.google.com', 'Gmail'],
    ['alt2.gmail-smtp-in.l.google.com', 'Gmail'],
    ['aspmx.l.google.com', 'Google Workspace'],
    ['smtp.google.com', 'Google Workspace'],
    ['aspmx3.googlemail.com', 'Google Workspace'],
    ['outlook-com.olc.protection.outlook.com', 'Outlook.com'],
    ['contoso-com.mail.protection.outlook.com', 'Microsoft 365'],
    ['contoso-com.p-v1.mx.microsoft', 'Microsoft 365'],
    ['mta5.am0.yahoodns.net', 'Yahoo'],
    ['mx01.mail.icloud.com', 'iCloud'],
    ['mx2.zoho.eu', 'Zoho'],
    ['mail.protonmail.ch', 'Proton'],
    ['in1-smtp.messagingengine.com', 'Fastmail'],
    ['eu-smtp-inbound-1.mimecast.com', 'Mimecast'],
    ['mx0a-0001.pphosted.com', 'Proofpoint'],
    ['mx1-us1.ppe-hosted.com', 'Proofpoint Essentials'],
    ['d1.ess.barracudanetworks.com', 'Barracuda'],
    ['mx1.hc1.eu.iphmx.com', 'Cisco Secure Email'],
  ])('knows %s', (host, name) => {
    expect(providerOf(host)?.name).toBe(name)
    expect(providerOf(`${host.toUpperCase()}.`)?.name).toBe(name)
  })

  it('matches only whole labels', () => {
    for (const host of ['notgoogle.com', 'google.com.evil.test', 'mail.test', 'com', '', '.', 'evilyahoodns.net']) {
      expect(providerOf(host), host).toBeUndefined()
    }
  })

  it('shows which providers accept any name', () => {
    expect(providerOf('mta5.am0.yahoodns.net')?.acceptsAll).toBe(true)
    expect(providerOf('mxs.mail.ru')?.acceptsAll).toBe(true)
    expect(providerOf('aspmx.l.google.com')?.acceptsAll).toBe(false)
  })
})

describe('isDisposableDomain', () => {
  it('recognizes domains of the list and their subdomains', () => {
    for (const domain of ['mailinator.com', 'a.b.mailinator.com', 'guerrillamail.com', 'yopmail.com']) {
      expect(isDisposableDomain(domain), domain).toBe(true)
    }
  })

  it('recognizes no other domain, and no suffix that is not a domain', () => {
    for (const domain of ['gmail.com', 'outlook.com', 'mail.test', 'mailinator.com.test', 'com']) {
      expect(isDisposableDomain(domain), domain).toBe(false)
    }
  })
})

describe('isRoleAccount', () => {
  it('recognizes the names of RFC 2142 and common ones, ignoring case, and with text after a plus sign', () => {
    const standard =
      'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp'
    for (const name of `${standard} admin noreply billing hr Kontakt INFO info+list`.split(' ')) {
      expect(isRoleAccount(name), name).toBe(true)
    }
  })

  it('recognizes no part of a name', () => {
    for (const name of ['ana', 'information', 'salesman', 'ana.sales', '', '+info'])
      expect(isRoleAccount(name), name).toBe(false)
  })
})
