import type { Shell } from '@spacekeeper/contract/shell.ts'
/** Runs in the page's process before the page, sandboxed: it is bundled into one file that needs nothing but Electron. */
import { contextBridge, ipcRenderer } from 'electron'
import about from '../package.json' with { type: 'json' }
import { channels } from './channels.ts'

const shell = {
  kind: 'desktop',
  version: about.version,
  kioskId: () => ipcRenderer.invoke(channels.kioskId),
  hostname: () => ipcRenderer.invoke(channels.hostname),
  reload: () => ipcRenderer.invoke(channels.reload),
} satisfies Shell

contextBridge.exposeInMainWorld('shell', shell)
