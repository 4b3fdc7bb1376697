import type { ProxyDetails } from '@spacekeeper/contract/proxies/shapes.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { answer, withdraw } from './api.ts'

/** What a member can do about a proxy. */
export type ProxyDeed = 'accept' | 'decline' | 'giveBack' | 'withdraw'

const words = {
  accept: { title: 'acceptTitle', text: 'acceptText', done: 'accepted' },
  decline: { title: 'declineTitle', text: 'declineText', done: 'declined' },
  giveBack: { title: 'giveBackTitle', text: 'giveBackText', done: 'givenBack' },
  withdraw: { title: 'withdrawTitle', text: 'withdrawText', done: 'withdrawn' },
} as const satisfies Record<ProxyDeed, Record<'title' | 'text' | 'done', string>>

type Props = { proxy: ProxyDetails; deed: ProxyDeed; onClose: () => void }

/** Asks before a proxy is accepted, declined, given back or withdrawn. */
export const AnswerDialog = ({ proxy, deed, onClose }: Props) => {
  const { t } = useTranslation('proxies')
  const { id: proxyId, name } = proxy
  const said = words[deed]
  const run = async () => {
    await (deed === 'withdraw' ? withdraw({ proxyId }) : answer({ proxyId, isAccepted: deed === 'accept' }))
    notify.done({ text: t(said.done, { name }) })
  }
  return (
    <ConfirmDialog
      title={t(said.title, { name })}
      text={t(said.text, { name, meeting: proxy.meeting.title })}
      action={t(deed)}
      isDangerous={deed !== 'accept'}
      run={run}
      onClose={onClose}
    />
  )
}
