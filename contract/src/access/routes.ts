import { z } from 'zod'
import { Text } from '../fields.ts'
import { routes, DeviceParams, Download, Id, MemberParams, Empty } from '../route.ts'
import {
  Holder,
  DefaultPreview,
  Access,
  MemberAccess,
  RefusedSwipe,
  Swipe,
  InterlockUse,
  OwnRefusal,
} from './shapes.ts'

const HolderSearch = z.object({
  text: Text(100).default(''),
  source: z.enum(['all', 'hand', 'default']).default('all'),
  /** Only those whose card works at all, or is refused whatever they were granted. */
  effect: z.enum(['all', 'works', 'refused']).default('all'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

const DoorAndMember = z.object({ doorId: Id, memberId: Id })

const InterlockAndMember = z.object({ interlockId: Id, memberId: Id })

const DeviceIds = z.array(z.number().int().min(1).max(2_147_483_647)).max(500, 'At most 500 devices.').default([])

export const accessApi = routes({
  listHolders: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/holders/',
    access: 'staff.access',
    summary:
      'The members who have a device, by default or manually, since when and who granted it; by name, a page at a time.',
    params: DeviceParams,
    query: HolderSearch,
    output: z.object({ holders: z.array(Holder), total: z.number().int() }),
    errors: ['notFound'],
  },
  exportHolders: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/holders/export/',
    access: 'staff.access',
    summary: 'All members who have a device, as CSV.',
    params: DeviceParams,
    output: Download,
    errors: ['notFound'],
  },
  previewDefault: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/default/',
    access: 'staff.access',
    summary: 'Who gains or loses a device when its default is switched.',
    params: DeviceParams,
    output: DefaultPreview,
    errors: ['notFound'],
  },
  setDefault: {
    method: 'PUT',
    path: '/api/admin/devices/:deviceId/default/',
    access: 'staff.access',
    summary: 'Switches whether members have a device by default, for those the preview named.',
    params: DeviceParams,
    body: z.object({ isDefault: z.boolean(), fingerprint: z.string().max(64) }),
    output: z.object({ count: z.number().int() }),
    errors: ['notFound', 'previewOutdated'],
  },
  listOwn: {
    method: 'GET',
    path: '/api/access/permissions/',
    access: 'signedIn',
    kiosk: true,
    summary: 'Which doors and interlocks the caller may use, and why not the others.',
    output: Access,
  },
  getMemberAccess: {
    method: 'GET',
    path: '/api/admin/members/:memberId/access/',
    access: 'staff.access',
    summary: 'Which doors and interlocks a member may use; hidden ones too.',
    params: MemberParams,
    output: MemberAccess,
    errors: ['notFound'],
  },
  updateMemberAccess: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/access/',
    access: 'staff.access',
    summary: 'Gives doors and interlocks to a member by hand and takes others away: all of it, or nothing.',
    params: MemberParams,
    body: z.object({ grant: DeviceIds, revoke: DeviceIds }),
    output: Empty,
    errors: ['notFound'],
  },
  getOwnRefusal: {
    method: 'GET',
    path: '/api/access/refusals/latest/',
    access: 'signedIn',
    summary:
      'The newest refusal of the caller’s own card in the last ten minutes, and whether it is mended; null when there is none, or when the card has worked there since.',
    output: z.object({ latest: OwnRefusal.nullable() }),
  },
  listRefusals: {
    method: 'GET',
    path: '/api/admin/members/:memberId/refusals/',
    access: ['staff.access', 'staff.members'],
    summary: 'Why doors refused a member, newest first: at most ten of their last 500 swipes.',
    params: MemberParams,
    output: z.object({ refusals: z.array(RefusedSwipe) }),
    errors: ['notFound'],
  },
  grantDoor: {
    method: 'PUT',
    path: '/api/access/doors/:doorId/authorise/:memberId/',
    access: 'staff.access',
    summary: 'Grants a door to a member. Granting twice changes nothing.',
    params: DoorAndMember,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  revokeDoor: {
    method: 'PUT',
    path: '/api/access/doors/:doorId/revoke/:memberId/',
    access: 'staff.access',
    summary: 'Takes a door away from a member. The door is told at once.',
    params: DoorAndMember,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  grantInterlock: {
    method: 'PUT',
    path: '/api/access/interlocks/:interlockId/authorise/:memberId/',
    access: 'staff.access',
    summary: 'Grants an interlock to a member. Granting twice changes nothing.',
    params: InterlockAndMember,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  revokeInterlock: {
    method: 'PUT',
    path: '/api/access/interlocks/:interlockId/revoke/:memberId/',
    access: 'staff.access',
    summary: 'Takes an interlock away from a member.',
    params: InterlockAndMember,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  listSwipes: {
    method: 'GET',
    path: '/api/tools/swipes/',
    access: 'activeMember',
    kiosk: true,
    summary:
      'The last 300 swipes at doors and uses of interlocks together, newest first. A refused card is listed with what refused it.',
    output: z.object({ doors: z.array(Swipe), interlocks: z.array(InterlockUse) }),
  },
})
