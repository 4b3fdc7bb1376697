import { backupApi } from '@spacekeeper/contract/backup/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { openSetupRestore } from './setup-restore.ts'
import {
  downloadArchive,
  getBackups,
  makeBackupKey,
  removeArchive,
  startBackup,
  takePlace,
  testPlace,
  typeBackupKey,
} from './state.ts'

export const backupRoutes = (app: FastifyInstance, services: Services) => {
  const restore = openSetupRestore()
  app.addHook('onClose', () => restore.close())
  return implement(app, {
    services,
    routes: backupApi,
    beforeUpload: { addRestorePiece: ({ ctx, params }) => restore.check(ctx, params) },
    handlers: {
      get: ({ ctx }) => getBackups(ctx),
      start: ({ ctx }) => startBackup(ctx),
      remove: ({ ctx, input }) => removeArchive(ctx, input.name),
      download: ({ ctx, input }) => downloadArchive(ctx, input.name),
      createKey: ({ ctx }) => makeBackupKey(ctx),
      typeKey: ({ ctx, input }) => typeBackupKey(ctx, input.code),
      testPlace: ({ ctx, input }) => testPlace(ctx, input.place),
      takePlace: ({ ctx, input }) => takePlace(ctx, input.place),
      getRestore: ({ ctx, input }) => restore.get(ctx, input.token),
      beginRestore: ({ ctx, input }) => restore.begin(ctx, input),
      addRestorePiece: ({ ctx, input }) => restore.add(ctx, input),
      startRestore: ({ ctx, input }) => restore.start(ctx, input),
    },
  })
}
