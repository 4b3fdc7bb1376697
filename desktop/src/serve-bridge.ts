import { channels } from './channels.ts'
import { isOfPortal } from './rules.ts'
import type { PermissionRequest, Surface } from './surface.ts'

export type BridgeAnswers = { kioskId: () => string; hostname: () => string; reload: () => void }

/** Answers the portal's own page. A frame inside it, or any other page that came up, hears nothing. */
export function serveBridge({ ipcMain }: Pick<Surface, 'ipcMain'>, portal: URL, answers: BridgeAnswers): void {
  const guarded = (answer: () => string | void) => (event: PermissionRequest) => {
    const frame = event.senderFrame
    if (!frame || frame.parent !== null || !isOfPortal(frame.url, portal)) throw new Error('Only the portal may ask.')
    return answer()
  }
  ipcMain.handle(channels.kioskId, guarded(answers.kioskId))
  ipcMain.handle(channels.hostname, guarded(answers.hostname))
  ipcMain.handle(channels.reload, guarded(answers.reload))
}
