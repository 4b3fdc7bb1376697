import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../src/test-kiosk.ts'
import { bundle } from './bundle.ts'

/** Stands where Electron would, says what the program does with it, and ends once an address is loaded. */
const electron = `
import { EventEmitter } from 'node:events'
const nothing = () => undefined
const object = (methods) => Object.assign(new EventEmitter(), methods)
export const app = object({
  isPackaged: true,
  commandLine: { removeSwitch: nothing },
  requestSingleInstanceLock: () => true,
  whenReady: async () => undefined,
  quit: nothing,
  enableSandbox: () => console.log('sandbox'),
  setLoginItemSettings: nothing,
  getPath: () => process.env.KIOSK_FOLDER,
  relaunch: nothing,
  exit: process.exit,
})
export class BrowserWindow extends EventEmitter {
  webContents = object({ setWindowOpenHandler: nothing })
  constructor(options) {
    super()
    console.log('preload', options.webPreferences.preload)
  }
  async loadURL(address) {
    console.log('load', address)
    process.exit(0)
  }
}
const handler = nothing
export const session = {
  defaultSession: object({
    setPermissionRequestHandler: handler,
    setPermissionCheckHandler: handler,
    setDevicePermissionHandler: handler,
  }),
}
export const ipcMain = { handle: (channel) => console.log('handle', channel) }
export const net = { fetch }
export const powerMonitor = new EventEmitter()
export const powerSaveBlocker = { start: () => 1 }
export const Menu = { setApplicationMenu: nothing }
`

test('what is packaged starts by itself, needs nothing beside Electron, and finds its preload script', async () => {
  const folder = join(newFolder('bundle'), 'app')
  await bundle(folder)
  const stand = join(folder, 'node_modules', 'electron')
  mkdirSync(stand, { recursive: true })
  writeFileSync(join(stand, 'package.json'), '{"name":"electron","type":"module","exports":"./index.js"}')
  writeFileSync(join(stand, 'index.js'), electron)
  const { stdout, stderr, status } = spawnSync(process.execPath, ['main.js', '--portal=https://portal.example.org'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, KIOSK_FOLDER: join(folder, 'data') },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout.trim().split('\n')).toEqual([
    'sandbox',
    'handle shell:kiosk-id',
    'handle shell:hostname',
    'handle shell:reload',
    `preload ${join(folder, 'preload.cjs')}`,
    'load https://portal.example.org/',
  ])
})
