import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { fakeElectron } from './fake-electron.ts'
import type { Interface } from './rules.ts'
import type { Patience } from './show-portal.ts'
import { startKiosk, type KioskStart } from './start-kiosk.ts'

const impatience: Patience = {
  retry: { firstMs: 20, mostMs: 40 },
  restart: { firstMs: 10, mostMs: 40 },
  steadyMs: 60_000,
  hangMs: 20,
}
export const networkCard: Interface = { mac: '3c:07:54:aa:bb:cc', internal: false }

/** A folder that is gone after the test, also one that failed. */
export function newFolder(name = 'kiosk'): string {
  const folder = mkdtempSync(join(tmpdir(), `spacekeeper-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The app with everything real but Electron's program: files, HTTP, and the bundled bridge where a test asks for it. */
export function testKiosk(
  input: { folder?: string; interfaces?: Interface[] } & Partial<Omit<KioskStart, 'folder'>> = {},
) {
  const folder = input.folder ?? newFolder()
  const fake = fakeElectron()
  const complaints: unknown[] = []
  const start = (changes: Partial<KioskStart> = {}) =>
    startKiosk({
      electron: fake.electron,
      args: input.args ?? [],
      env: input.env ?? {},
      folder,
      preload: join(folder, 'preload.cjs'),
      patience: impatience,
      complain: (error) => void complaints.push(error),
      computer: {
        platform: 'win32',
        home: folder,
        program: '/opt/kiosk',
        hostname: 'front-desk',
        interfaces: () => input.interfaces ?? [networkCard],
      },
      ...changes,
    })
  return { ...fake, folder, complaints, start }
}
