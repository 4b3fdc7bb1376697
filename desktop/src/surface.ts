import type {
  BrowserWindowConstructorOptions,
  DevicePermissionHandlerHandlerDetails,
  HIDDevice,
  SerialPort,
} from 'electron'

/**
 * What this app uses of Electron, and no more. `main.ts` hands in Electron itself, which the compiler holds against this;
 * tests hand in something that behaves like it, because the program of Electron cannot be had everywhere.
 */
export type Surface = {
  app: AppSurface
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => KioskWindow
  session: { defaultSession: SessionSurface }
  ipcMain: { handle(channel: string, answer: (event: PermissionRequest) => unknown): void }
  net: NetSurface
  powerMonitor: PowerSurface
  powerSaveBlocker: { start(type: 'prevent-display-sleep'): number }
  Menu: { setApplicationMenu(menu: null): void }
}

export type AppSurface = {
  readonly isPackaged: boolean
  readonly commandLine: { removeSwitch(name: string): void }
  requestSingleInstanceLock(): boolean
  whenReady(): Promise<void>
  quit(): void
  enableSandbox(): void
  setLoginItemSettings(settings: { openAtLogin: boolean }): void
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown
  on(event: 'before-quit' | 'window-all-closed', listener: () => void): unknown
}

export type KioskWindow = {
  readonly webContents: PageContents
  loadURL(url: string): Promise<void>
  focus(): void
  destroy(): void
  on(event: 'closed', listener: () => void): unknown
}

type Stoppable = { preventDefault(): void }
type Navigation = Stoppable & { readonly url: string; readonly isMainFrame: boolean }

export type PageContents = {
  setWindowOpenHandler(handler: () => { action: 'deny' }): void
  forcefullyCrashRenderer(): void
  on(event: 'will-navigate', listener: (event: Navigation) => void): unknown
  on(event: 'will-redirect', listener: (event: Navigation) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Stoppable) => void): unknown
  on(event: 'did-navigate', listener: (event: unknown, url: string, status: number) => void): unknown
  on(
    event: 'did-fail-load',
    listener: (event: unknown, code: number, description: string, url: string, isMainFrame: boolean) => void,
  ): unknown
  on(event: 'render-process-gone', listener: (event: unknown, details: { readonly reason: string }) => void): unknown
  on(event: 'unresponsive', listener: () => void): unknown
  on(event: 'responsive', listener: () => void): unknown
}

export type SessionSurface = {
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: string,
      callback: (isGranted: boolean) => void,
      details: { readonly requestingUrl?: string },
    ) => void,
  ): void
  setPermissionCheckHandler(handler: (contents: unknown, permission: string, origin: string) => boolean): void
  setDevicePermissionHandler(handler: (details: DevicePermissionHandlerHandlerDetails) => boolean): void
  on(event: 'will-download', listener: (event: Stoppable) => void): unknown
  on(
    event: 'select-serial-port',
    listener: (event: Stoppable, ports: SerialPort[], contents: unknown, callback: (portId: string) => void) => void,
  ): unknown
  on(
    event: 'select-hid-device',
    listener: (
      event: Stoppable,
      details: { readonly deviceList: HIDDevice[] },
      callback: (deviceId?: string | null) => void,
    ) => void,
  ): unknown
}

/** A page that asks over the bridge. */
export type PermissionRequest = {
  readonly senderFrame: { readonly url: string; readonly parent: object | null } | null
}

export type NetSurface = {
  fetch(
    url: string,
    init: { cache: 'no-store'; signal: AbortSignal },
  ): Promise<{ readonly status: number; readonly url: string; json(): Promise<unknown> }>
}

export type PowerSurface = {
  on(event: 'lock-screen', listener: () => void): unknown
  on(event: 'suspend', listener: () => void): unknown
  on(event: 'resume', listener: () => void): unknown
}
