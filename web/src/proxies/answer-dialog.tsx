import type { ProxyDetails } from '@spacekeeper/contract/proxies/shapes.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { answer, withdraw } from './api.ts'

/** What a member can do about a proxy. */
export type AnswerAction = 'accept' | 'decline' | 'giveBack' | 'withdraw'

const words = {
  accept: { title: 'acceptTitle', text: 'acceptText', done: 'accepted' },
  decline: { title: 'declineTitle', text: 'declineText', done: 'declined' },
  giveBack: { title: 'giveBackTitle', text: 'giveBackText', done: 'givenBack' },
  withdraw: { title: 'withdrawTitle', text: 'withdrawText', done: 'withdrawn' },
} as const satisfies Record<AnswerAction, Record<'title' | 'text' | 'done', string>>

type Props = { proxy: ProxyDetails; act: AnswerAction; onClose: () => void }

/** Asks before a proxy is accepted, declined, given back or withdrawn. */
export const AnswerDialog = ({ proxy, act, onClose }: Props) => {
  const { t } = useTranslation('proxies')
  const { id: proxyId, name } = proxy
  const said = words[act]
  const run = async () => {
    await (act === 'withdraw' ? withdraw({ proxyId }) : answer({ proxyId, isAccepted: act === 'accept' }))
    notify.done({ text: t(said.done, { name }) })
  }
  return (
    <ConfirmDialog
      title={t(said.title, { name })}
      text={t(said.text, { name, meeting: proxy.meeting.title })}
      action={t(act)}
      isDangerous={act !== 'accept'}
      run={run}
      onClose={onClose}
    />
  )
}
