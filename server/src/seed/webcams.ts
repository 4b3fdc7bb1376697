// On its own: a simulated camera has another address at each start, and is not part of the rows of the demonstration.
import { systemCtx, type Services } from '#platform/ctx.ts'
import { changeSetting } from '../settings/settings.ts'

/** Shows a simulated camera, once by its pictures and once by its stream. */
export const seedWebcams = async (
  services: Services,
  camera: { snapshotUrl: string; streamUrl: string },
): Promise<void> => {
  const ctx = systemCtx(services)
  await changeSetting(ctx, { key: 'ENABLE_WEBCAMS', value: true })
  await changeSetting(ctx, {
    key: 'WEBCAM_PAGE_URLS',
    value: [
      ['Electronics lab', camera.snapshotUrl],
      ['Woodshop', camera.streamUrl],
    ],
  })
}
