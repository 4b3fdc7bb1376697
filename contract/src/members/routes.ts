import { z } from 'zod'
import { CardNumber } from '../card-numbers.ts'
import { fieldMessages, Text } from '../fields.ts'
import { permissions } from '../permissions.ts'
import { MemberParams, Id, routes, Empty, Permission, Download } from '../route.ts'
import { bulkRoutes } from './bulk-routes.ts'
import {
  Card,
  UnknownCard,
  MemberSummary,
  MemberDetails,
  MemberChanges,
  MemberState,
  MemberListColumn,
  ListedMember,
  MemberFilter,
  MemberListRow,
  StandingCounts,
  GrantableDevice,
  HoldablePlan,
  Selection,
} from './shapes.ts'

const Label = z.string().trim().max(30, fieldMessages.tooLong).pipe(Text(30)).default('')

const CardEndState = z.enum(['lost', 'retired'])

/** The card that ends as the new one begins. */
const CardReplacement = z.object({ cardId: z.number().int().min(1).max(2_147_483_647), state: CardEndState })

const CardParams = MemberParams.extend({ cardId: Id })

/** Shown to the member. */
const Reason = z.string().trim().min(1, fieldMessages.empty).pipe(Text(500))

const Permissions = z.array(Permission).max(permissions.length).default([])

const orderFields = {
  sort: MemberListColumn.default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

export const membersApi = routes({
  listCards: {
    method: 'GET',
    path: '/api/admin/members/:memberId/cards/',
    access: 'staff.members',
    summary: 'The cards of a member, those that work first; at most 200.',
    params: MemberParams,
    output: z.object({ cards: z.array(Card) }),
    errors: ['notFound'],
  },
  addCard: {
    method: 'POST',
    path: '/api/admin/members/:memberId/cards/',
    access: 'staff.members',
    summary: 'Gives a member one more card, or another in place of one. It works at once on all that is granted.',
    params: MemberParams,
    body: z.object({
      number: CardNumber,
      label: Label,
      replaces: CardReplacement.optional(),
    }),
    output: Empty,
    errors: ['notFound', 'outranked', 'cardTaken'],
  },
  endCard: {
    method: 'POST',
    path: '/api/admin/members/:memberId/cards/:cardId/:state/',
    access: 'staff.members',
    summary: 'Ends a card, which leaves every door at once; a retired one may still turn out to be lost.',
    params: CardParams.extend({ state: CardEndState }),
    output: Empty,
    errors: ['notFound', 'outranked'],
  },
  restoreCard: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/cards/:cardId/restore/',
    access: 'staff.members',
    summary: 'Brings a retired card back to work. A lost one stays lost.',
    params: CardParams,
    output: Empty,
    errors: ['notFound', 'outranked', 'cardTaken', 'cardLost'],
  },
  updateCardLabel: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/cards/:cardId/',
    access: 'staff.members',
    summary: 'Names a card.',
    params: CardParams,
    body: z.object({ label: Label }),
    output: Empty,
    errors: ['notFound', 'outranked'],
  },
  listUnknownCards: {
    method: 'GET',
    path: '/api/admin/cards/unknown/',
    access: 'staff.members',
    summary: 'Every door with the last unassigned card that was held to it in the last 5 minutes.',
    output: z.object({ doors: z.array(UnknownCard) }),
  },
  claimCard: {
    method: 'POST',
    path: '/api/admin/members/:memberId/cards/claim/',
    access: 'staff.members',
    summary: 'Gives a member the unassigned card of a swipe, at most 5 minutes after it.',
    params: MemberParams,
    body: z.object({ swipeId: z.number().int().min(1), label: Label, replaces: CardReplacement.optional() }),
    output: Empty,
    errors: ['notFound', 'outranked', 'cardTaken', 'swipeTooOld'],
  },
  search: {
    method: 'GET',
    path: '/api/admin/members/search/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'Members whose name, screen name or email contains the text, by name, a page at a time.',
    query: z.object({
      text: Text(100).default(''),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({ members: z.array(MemberSummary), total: z.number().int() }),
  },
  get: {
    method: 'GET',
    path: '/api/admin/members/:memberId/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'One member.',
    params: MemberParams,
    output: MemberSummary,
    errors: ['notFound'],
  },
  getDetails: {
    method: 'GET',
    path: '/api/admin/members/:memberId/profile/',
    access: 'staff.members',
    summary: 'One member with everything staff see and what they can do.',
    params: MemberParams,
    output: MemberDetails,
    errors: ['notFound'],
  },
  updateDetails: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/profile/',
    access: 'staff.members',
    summary: 'Changes the details of a member. What is left out stays as it is.',
    params: MemberParams,
    body: MemberChanges,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound', 'outranked', 'notYourself', 'lastAdministrator', 'emailTaken', 'screenNameTaken', 'cardTaken'],
  },
  getState: {
    method: 'GET',
    path: '/api/admin/members/:memberId/state/:state/',
    access: 'staff.members',
    summary: 'The state of a member. The last part of the path is there for existing clients and means nothing.',
    params: MemberParams.extend({ state: z.string() }),
    output: z.object({ state: MemberState }),
    errors: ['notFound'],
  },
  setState: {
    method: 'POST',
    path: '/api/admin/members/:memberId/state/:state/',
    access: 'staff.members',
    summary: 'Activates or deactivates a member, who is told by email, with the reason if there is one.',
    params: MemberParams.extend({ state: z.enum(['active', 'inactive']) }),
    body: z.object({ reason: Text(500).trim().optional() }),
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound', 'outranked', 'notYourself', 'memberSuspended'],
  },
  makeMember: {
    method: 'POST',
    path: '/api/admin/members/:memberId/makemember/',
    access: 'staff.members',
    summary: 'Makes a new account a member: active, with the doors and machines members have by default, and welcomed.',
    params: MemberParams,
    unknownFields: 'ignored',
    output: z.object({
      success: z.boolean(),
      /** A key existing clients translate. */
      message: z.enum([
        'adminTools.makeMemberSuccess',
        'adminTools.makeMemberError',
        'adminTools.makeMemberErrorExists',
      ]),
    }),
    errors: ['notFound', 'outranked', 'notYourself'],
  },
  suspend: {
    method: 'POST',
    path: '/api/admin/members/:memberId/suspend/',
    access: 'staff.members',
    summary: 'Suspends a member until staff lift it, whatever is paid. The member sees the reason.',
    params: MemberParams,
    body: z.object({ reason: Reason }),
    output: Empty,
    errors: ['notFound', 'outranked', 'notYourself', 'lastAdministrator'],
  },
  liftSuspension: {
    method: 'POST',
    path: '/api/admin/members/:memberId/lift/',
    access: 'staff.members',
    summary: 'Ends a suspension. The membership is again what it would have been without it.',
    params: MemberParams,
    body: z.object({ reason: Text(500).trim().optional() }),
    output: Empty,
    errors: ['notFound', 'outranked', 'notYourself'],
  },
  sendWelcome: {
    method: 'POST',
    path: '/api/admin/members/:memberId/sendwelcome/',
    access: 'staff.members',
    summary: 'Sends a member the welcome email, even if it was sent before.',
    params: MemberParams,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound'],
  },
  updatePermissions: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/permissions/',
    access: 'admin',
    stepUp: true,
    summary: 'Grants and revokes permissions, from the member’s next request on; others stay as they are.',
    params: MemberParams,
    body: z.object({ grant: Permissions, revoke: Permissions }),
    output: Empty,
    errors: ['notFound'],
  },
  listAll: {
    method: 'GET',
    path: '/api/admin/members/',
    access: 'staff.members',
    summary: 'All members as existing clients read them, or the one with exactly this screen name; at most 50,000.',
    query: z.object({ screenName: Text(100).optional() }),
    output: z.array(ListedMember),
  },
  list: {
    method: 'GET',
    path: '/api/admin/members/list/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'Members that match, sorted, a window at a time, with how many there are of each standing.',
    query: z.object({
      ...MemberFilter.shape,
      ...orderFields,
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    output: z.object({ members: z.array(MemberListRow), total: z.number().int(), standings: StandingCounts }),
  },
  listDevices: {
    method: 'GET',
    path: '/api/admin/members/devices/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'Doors and machines that can be granted, by name.',
    output: z.object({ devices: z.array(GrantableDevice) }),
  },
  listPlans: {
    method: 'GET',
    path: '/api/admin/members/plans/',
    access: ['staff.members', 'staff.access', 'staff.money'],
    summary: 'Plans that the list can be filtered by: those on offer, and archived ones that members still have.',
    output: z.object({ plans: z.array(HoldablePlan) }),
  },
  exportCsv: {
    method: 'POST',
    path: '/api/admin/members/export/',
    keepsAnswers: true,
    access: 'staff.members',
    summary: 'The chosen columns of these members as CSV. Who exported how many is kept in the audit.',
    body: z.object({ selection: Selection, columns: z.array(MemberListColumn).min(1).max(50), ...orderFields }),
    output: Download,
  },
  exportEmails: {
    method: 'POST',
    path: '/api/admin/members/emails/',
    keepsAnswers: true,
    access: 'staff.members',
    summary: 'The email addresses of these members, without those who asked to be left out, and how many those are.',
    body: z.object({ selection: Selection }),
    output: z.object({ emails: z.array(z.string()), leftOut: z.number().int() }),
  },
  ...bulkRoutes,
})
