import { describe, expect, it } from 'vitest'
import { settle } from '../../../../test/support/settle.ts'
import { DatabaseUnavailable } from '../../database.ts'
import { createGroupCommit, type Writer } from './group-commit.ts'

/** Creates a writer in memory that records its calls. */
const notingWriter = (changes: Partial<Writer> = {}) => {
  const told: string[] = []
  let open = false
  const writer: Writer = {
    begin: async () => {
      told.push('begin')
      open = true
    },
    commit: async () => {
      told.push('commit')
      open = false
    },
    rollback: async () => {
      told.push('rollback')
      open = false
    },
    isOpen: () => open,
    ...changes,
  }
  const lose = (): void => {
    told.push('lost')
    open = false
  }
  const count = (word: string): number => told.filter((entry) => entry === word).length
  return { writer, told, lose, count }
}

describe('group commit', () => {
  it('commits 200 that arrive together once', async () => {
    const { writer, count } = notingWriter()
    const commits = createGroupCommit(writer)
    const { values, errors } = await settle(200, (index) => commits.submit(async () => index))
    expect(values).toEqual(Array.from({ length: 200 }, (_, index) => index))
    expect(errors).toEqual([])
    expect(count('commit')).toBe(1)
  })

  it('fails only the work that fails', async () => {
    const { writer, count } = notingWriter()
    const commits = createGroupCommit(writer)
    const { values, errors } = await settle(200, (index) =>
      commits.submit(async () => {
        if (index === 100) throw new Error('the hundredth')
        return index
      }),
    )
    expect(errors).toMatchObject([{ message: 'the hundredth' }])
    expect(values).toHaveLength(199)
    expect(count('commit')).toBe(1)
  })

  it('runs one after the other, never two at once', async () => {
    const { writer } = notingWriter()
    const commits = createGroupCommit(writer)
    let running = 0
    let most = 0
    await settle(20, () =>
      commits.submit(async () => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
      }),
    )
    expect(most).toBe(1)
  })

  it('settles no work before the commit, whether it succeeded or failed', async () => {
    const { writer, told } = notingWriter()
    const commits = createGroupCommit(writer)
    const done = commits.submit(async () => {}).then(() => told.push('done'))
    const failed = commits.submit(() => Promise.reject(new Error('no'))).catch(() => told.push('failed'))
    await Promise.all([done, failed])
    expect(told).toEqual(['begin', 'commit', 'done', 'failed'])
  })

  it('fails all work when the commit fails, and serves later work', async () => {
    let broken = true
    const noting = notingWriter()
    const commits = createGroupCommit({
      ...noting.writer,
      commit: async () => {
        if (broken) throw new DatabaseUnavailable('full')
        await noting.writer.commit()
      },
    })
    const { values, errors } = await settle(3, () => commits.submit(async () => 1))
    expect(values).toEqual([])
    expect(errors).toHaveLength(3)
    expect(noting.count('rollback')).toBe(1)
    broken = false
    expect(await commits.submit(async () => 2)).toBe(2)
  })

  it('fails all waiting work when the lock is unavailable, and serves later work', async () => {
    let held = true
    const noting = notingWriter()
    const commits = createGroupCommit({
      ...noting.writer,
      begin: async () => {
        if (held) throw new DatabaseUnavailable('held')
        await noting.writer.begin()
      },
    })
    const { errors } = await settle(3, () => commits.submit(async () => 1))
    expect(errors).toHaveLength(3)
    held = false
    expect(await commits.submit(async () => 2)).toBe(2)
  })

  it('repeats the other work when one item rolls back the transaction', async () => {
    const { writer, lose, told } = notingWriter()
    const commits = createGroupCommit(writer)
    const runs = [0, 0, 0]
    const { values, errors } = await settle(3, (index) =>
      commits.submit(async () => {
        runs[index] = (runs[index] ?? 0) + 1
        if (index === 1) {
          lose()
          throw new DatabaseUnavailable('full')
        }
        return index
      }),
    )
    expect(values).toEqual([0, 2])
    expect(errors).toHaveLength(1)
    expect(runs).toEqual([2, 1, 1])
    expect(told).toEqual(['begin', 'lost', 'begin', 'commit'])
  })

  it('names the error of the other work when it rolled back the transaction too often', async () => {
    const { writer, lose } = notingWriter()
    const commits = createGroupCommit(writer)
    const full = (): Promise<never> => {
      lose()
      return Promise.reject(new DatabaseUnavailable('SQLite: the disk is full (/data/netbox.sqlite). Free some space'))
    }
    let last: Promise<unknown> = Promise.resolve()
    const patient = commits.submit(async () => {
      last = commits.submit(full)
      last.catch(() => undefined)
    })
    await expect(patient).rejects.toThrow(
      'The transaction was rolled back too often: SQLite: the disk is full (/data/netbox.sqlite). Free some space',
    )
    await expect(last).rejects.toThrow('Free some space')
  })

  it('finishes waiting work before it closes, and refuses more', async () => {
    const { writer } = notingWriter()
    const commits = createGroupCommit(writer)
    const waiting = commits.submit(async () => 'done')
    await commits.close()
    expect(await waiting).toBe('done')
    await expect(commits.submit(async () => 'late')).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  it('refuses more than 10,000 waiting items', async () => {
    const { writer } = notingWriter()
    const commits = createGroupCommit(writer)
    const { values, errors } = await settle(10_500, () => commits.submit(async () => 1))
    expect(values).toHaveLength(10_000)
    expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true)
  })
})
