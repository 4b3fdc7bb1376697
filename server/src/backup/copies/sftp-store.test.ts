import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, describe, expect, test } from 'vitest'
import { anEmptyFolder } from '../backup-scene.testing.ts'
import { copyErased, listCopies, tryStore } from './copy-store.ts'
import type { SftpSettings } from './sftp-line.ts'
import { sftpProgram, sshd, startOpenSsh, startPasswordServer } from './sftp-server.testing.ts'
import { type SftpPace, sftpStore } from './sftp-store.ts'

const aFile = (bytes: number) => {
  const path = join(anEmptyFolder(), 'archive')
  const content = randomBytes(bytes)
  writeFileSync(path, content)
  return { path, content }
}

const archive = (day: string) => `spacekeeper-2026-11-${day}T02-20-00Z-v1.2.3.backup`

const open = (settings: SftpSettings, pace: Partial<SftpPace> = {}) => {
  const store = sftpStore(settings, { pauseMs: 1, ...pace })
  onTestFinished(store.close)
  return store
}

const trying = (settings: SftpSettings) => tryStore(open(settings), anEmptyFolder())

describe.skipIf(sshd === undefined)(`with OpenSSH${sshd === undefined ? ', whose sshd is missing' : ''}`, () => {
  test('a copy goes to a server, is compared, listed, read back as it was and removed', async () => {
    const { settings, folder } = await startOpenSsh(sshd ?? '')
    const store = open(settings)
    const { path, content } = aFile(3_000_000)
    writeFileSync(join(folder, `${archive('04')}.draft`), 'left by one that was killed')
    for (const day of ['01', '03', '02']) await store.put(path, archive(day))
    await store.put(path, archive('03'))
    expect(readdirSync(folder).filter((name) => name.endsWith('.draft'))).toEqual([])
    expect(readFileSync(join(folder, archive('01'))).equals(content)).toBe(true)
    expect((await listCopies(store)).map(({ name }) => name)).toEqual(['03', '02', '01'].map(archive))
    expect(Buffer.concat(await Array.fromAsync(store.read(archive('02')))).equals(content)).toBe(true)
    await store.remove(archive('02'))
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.backup'))
        .toSorted(),
    ).toEqual(['01', '03'].map(archive))
  })

  test('a server is trusted by its key before anything is sent, and one with another key is not', async () => {
    const { settings } = await startOpenSsh(sshd ?? '')
    expect(await trying(settings)).toEqual({ problem: null, hostKey: null })
    const first = await trying({ ...settings, hostKey: '' })
    expect(first).toEqual({ problem: expect.stringContaining('not trusted yet'), hostKey: settings.hostKey })
    const other = await trying({ ...settings, hostKey: `SHA256:${'A'.repeat(43)}` })
    expect(other).toEqual({ problem: expect.stringContaining('another host key'), hostKey: settings.hostKey })
  })

  test('a key that is not known there, one that is none, and a folder that is not there are said', async () => {
    const [one, another] = [await startOpenSsh(sshd ?? ''), await startOpenSsh(sshd ?? '')]
    const { settings } = one
    expect((await trying({ ...settings, privateKey: another.settings.privateKey })).problem).toContain(
      'refused the login',
    )
    const broken = settings.privateKey.slice(0, 120)
    expect((await trying({ ...settings, privateKey: broken })).problem).toContain('private key can’t be read')
    expect((await trying({ ...settings, folder: '/nonexistent' })).problem).toContain('no such folder')
  })

  test('numbers of erased accounts go with the copies, and leave with the last that holds them', async () => {
    const { settings, folder } = await startOpenSsh(sshd ?? '')
    const store = open(settings)
    const here = anEmptyFolder()
    mkdirSync(join(here, 'erased-accounts'))
    writeFileSync(join(here, 'erased-accounts/7'), '2026-11-05T00:00:00.000Z\n')
    await copyErased(here, store, new Date('2026-11-01'))
    expect(readdirSync(join(folder, 'erased-accounts'))).toEqual(['7'])
    await copyErased(anEmptyFolder(), store, new Date('2026-11-06'))
    expect(readdirSync(join(folder, 'erased-accounts'))).toEqual([])
  })
})

describe.skipIf(sftpProgram === undefined)(
  `with a password${sftpProgram === undefined ? ', without OpenSSH’s sftp-server' : ''}`,
  () => {
    test('a password opens the server, a wrong one is said, and none is sent to a server that is not trusted', async () => {
      const { settings, passwords } = await startPasswordServer(sftpProgram ?? '')
      expect((await trying({ ...settings, hostKey: '' })).problem).toContain('not trusted yet')
      expect(passwords).toEqual([])
      expect((await trying(settings)).problem).toBeNull()
      const { problem } = await trying({ ...settings, password: 'oak' })
      expect(problem).toContain('refused the login')
      expect(problem).not.toContain('oak')
      expect((await trying({ ...settings, password: '' })).problem).toContain('Enter a password or a private key')
      expect((await trying({ ...settings, user: '' })).problem).toContain('Enter the user')
    })

    test('a copy whose line is cut is begun again, and one that never gets through says so', async () => {
      const { settings, folder, cut } = await startPasswordServer(sftpProgram ?? '')
      const { path, content } = aFile(1_000_000)
      cut(2)
      await open(settings).put(path, archive('01'))
      expect(readFileSync(join(folder, archive('01'))).equals(content)).toBe(true)
      cut(99)
      const store = open(settings)
      expect(await store.put(path, archive('02')).then(() => null, store.explain)).toBe(
        'The server closed the connection.',
      )
      cut(0)
      expect((await listCopies(store)).map(({ name }) => name)).toEqual([archive('01')])
    })

    test('a server whose disk hangs while it answers is given up, and holds nothing up', async () => {
      const { settings, stick } = await startPasswordServer(sftpProgram ?? '')
      stick()
      const store = open(settings, { idleMs: 2000 })
      const said = await store.put(aFile(1_000_000).path, archive('01')).then(() => null, store.explain)
      expect(said).toContain('Look whether its disk works')
      await store.close()
    })

    test('a server whose disk is full, and one that is off, are said', async () => {
      const { settings, folder, close } = await startPasswordServer(sftpProgram ?? '', { mostBlocks: 100 })
      const store = open(settings)
      expect(await store.put(aFile(1_000_000).path, archive('01')).then(() => null, store.explain)).toContain(
        'disk may be full',
      )
      expect(readdirSync(folder)).toEqual([])
      await store.close()
      await close()
      expect((await trying(settings)).problem).toContain('refused the connection')
      expect((await trying({ ...settings, host: '169.254.169.254' })).problem).toContain('never connects')
    })
  },
)
