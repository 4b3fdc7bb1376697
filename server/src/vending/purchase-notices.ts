import { screens } from '#platform/live/screens.ts'
import { balanceNotices } from '../memberbucks/balance-notices.ts'

/** Whose screens show what machines sell and have left. */
export const stockNotices = () => [screens.notice({ topic: 'memberbucks', audience: { staff: ['devices', 'money'] } })]

/** Whose screens show that something was bought, or given back. */
export const purchaseNotices = (memberId: number) => [...balanceNotices(memberId), ...stockNotices()]
