import type { Setting } from '@spacekeeper/contract/settings.ts'
import type { Actor } from '#platform/ctx.ts'

/** Whether somebody who may change settings may change this one. */
export const mayChangeSetting = (actor: Actor, setting: Pick<Setting, 'isForAdmins'>): boolean =>
  actor.kind === 'system' || (actor.kind === 'member' && (actor.isAdmin || setting.isForAdmins !== true))
