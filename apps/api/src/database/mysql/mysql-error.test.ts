import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../database.ts'
import { isRepeatable, toMysqlFailure, repeatUndone } from './mysql-error.ts'

const serverError = (errno: number): Error => Object.assign(new Error(`error ${errno}`), { errno })

const failing = (times: number, error: Error) => {
  let attempts = 0
  return {
    attempts: () => attempts,
    work: async () => {
      attempts += 1
      if (attempts <= times) throw error
      return 'done'
    },
  }
}

describe('repeatUndone', () => {
  it.each([1020, 1047, 1205, 1213])('runs work again after server error %d', async (errno) => {
    const { work, attempts } = failing(3, serverError(errno))
    expect(await repeatUndone(work, isRepeatable)).toBe('done')
    expect(attempts()).toBe(4)
  })

  it.each([1062, 1146, 1053])('passes on server error %d at once', async (errno) => {
    const error = serverError(errno)
    const { work, attempts } = failing(1, error)
    await expect(repeatUndone(work, isRepeatable)).rejects.toBe(error)
    expect(attempts()).toBe(1)
  })

  it('starts no repetition after its time limit', async () => {
    const { work, attempts } = failing(1000, serverError(1213))
    await expect(repeatUndone(work, isRepeatable, -1)).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(attempts()).toBe(1)
  })

  it('gives up as unavailable after twelve attempts', async () => {
    const { work, attempts } = failing(1000, serverError(1213))
    await expect(repeatUndone(work, isRepeatable, Number.POSITIVE_INFINITY)).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(attempts()).toBe(12)
  })
})

describe('toMysqlFailure', () => {
  it.each([
    ['a server that is full', serverError(1040)],
    ['a server that is read-only', serverError(1290)],
    ['a server that goes down', serverError(1053)],
    ['a connection that broke', Object.assign(new Error('lost'), { fatal: true })],
    ['a host that refuses', Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })],
    ['a queue that is full', new Error('Queue limit reached.')],
  ])('calls %s unavailable', (_name, error) => {
    expect(toMysqlFailure(error)).toBeInstanceOf(DatabaseUnavailable)
  })

  it.each([1062, 1406, 1452, 1064])('leaves server error %d, which the statement caused, unchanged', (errno) => {
    const error = serverError(errno)
    expect(toMysqlFailure(error)).toBe(error)
  })
})
