import { Button, Text } from '@mantine/core'
import type { ProxyDetails } from '@spacekeeper/contract/proxies/shapes.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useText } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Status } from '#platform/ui/status.tsx'
import type { AnswerAction } from './answer-dialog.tsx'
import { getForm } from './api.ts'
import { isLiving, proxyStateWords } from './words.ts'
import classes from './proxies.module.css'

/** What a member can open from a proxy. */
export type ProxyAction = AnswerAction | 'instruct'

const actionsOf = ({ isMine, isOpen, state, instructions }: ProxyDetails, isKiosk: boolean): ProxyAction[] => {
  if (!isOpen) return []
  if (!isMine) return state === 'waiting' ? ['accept', 'decline'] : ['giveBack']
  return [...(instructions.length > 0 && !isKiosk ? (['instruct'] as const) : []), 'withdraw']
}

const saysWho = ({ isMine, state }: ProxyDetails) => {
  if (isMine) return state === 'counts' ? 'votesForYou' : 'asked'
  return state === 'counts' ? 'youVoteFor' : 'asksYou'
}

const Instructions = ({ proxy }: { proxy: ProxyDetails }) => {
  const { t } = useTranslation('proxies')
  const said = proxy.instructions.filter(({ words }) => words !== '')
  if (said.length === 0) return null
  return (
    <>
      <Text size="sm" fw={600}>
        {t('instructionsHeading')}
      </Text>
      <ul className={classes.instructions}>
        {said.map(({ motionId, title, words }) => (
          <Text component="li" size="sm" key={motionId}>
            {title}: {words}
          </Text>
        ))}
      </ul>
    </>
  )
}

type Props = { proxy: ProxyDetails; onAct: (action: ProxyAction) => void }

/** A proxy of the member, or one they hold, with what they can do about it. */
export const ProxyRow = ({ proxy, onAct }: Props) => {
  const { t } = useTranslation('proxies')
  const says = useText()
  const isKiosk = useIsKiosk()
  const { meeting, name, state, refusal, endWords } = proxy
  const { kind, words } = proxyStateWords[state]
  const actions = actionsOf(proxy, isKiosk)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <h3 className={classes.name}>{t(saysWho(proxy), { name })}</h3>
        <Status kind={kind}>{endWords === '' ? says(words) : t('removedWith', { reason: endWords })}</Status>
      </div>
      <Text>
        {meeting.title}, {formatMoment(meeting.startsAt)}
      </Text>
      {refusal === null ? null : <Status kind="warning">{refusal}</Status>}
      <Instructions proxy={proxy} />
      <div className={classes.buttons}>
        {actions.map((action) => (
          <Button
            key={action}
            size="xs"
            variant={action === 'accept' ? 'filled' : 'default'}
            disabled={action === 'accept' && refusal !== null}
            onClick={() => onAct(action)}
          >
            {t(action)}
          </Button>
        ))}
        {isKiosk || !isLiving(state) ? null : (
          <DownloadButton
            size="xs"
            label={t('print')}
            aria-label={t('printOf', { meeting: meeting.title })}
            load={() => getForm({ proxyId: proxy.id })}
          />
        )}
      </div>
    </li>
  )
}
