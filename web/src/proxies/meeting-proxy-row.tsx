import { Button, Text } from '@mantine/core'
import type { MeetingProxy } from '@spacekeeper/contract/proxies/shapes.ts'
import { useText } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { Status } from '#platform/ui/status.tsx'
import { getForm } from './api.ts'
import { isLiving, proxyStateWords } from './words.ts'
import classes from './proxies.module.css'

type Props = { proxy: MeetingProxy; canRemove: boolean; onRemove: () => void }

/** A proxy as staff see it: who votes for which member, and how it stands. */
export const MeetingProxyRow = ({ proxy, canRemove, onRemove }: Props) => {
  const { t } = useTranslation('proxies')
  const says = useText()
  const { state, memberName, holderName, recordedBy, endWords, endedAt, createdAt } = proxy
  const { kind, words } = proxyStateWords[state]
  return (
    <li className={classes.sheetRow}>
      <div className={classes.words}>
        <h3 className={classes.name}>
          <MemberLink id={proxy.memberId}>{memberName}</MemberLink>
        </h3>
        <Text size="sm">
          {t('proxyOf')} <MemberLink id={proxy.holderId}>{holderName}</MemberLink>
        </Text>
        <Text size="sm" c="dimmed">
          {t('cities', { memberCity: proxy.memberCity, proxyCity: proxy.holderCity })} ·{' '}
          <Moment at={endedAt ?? createdAt} />
          {recordedBy === null ? null : ` · ${t('onPaper', { name: recordedBy })}`}
        </Text>
      </div>
      <Status kind={kind}>{endWords === '' ? says(words) : t('removedWith', { reason: endWords })}</Status>
      {proxy.isHolderPresent && state === 'counts' ? <Status kind="good">{t('isHere')}</Status> : null}
      {isLiving(state) ? (
        <div className={classes.sheetButtons}>
          <DownloadButton size="xs" label={t('print')} load={() => getForm({ proxyId: proxy.id })} />
          {canRemove ? (
            <Button
              size="xs"
              variant="default"
              aria-label={t('removeProxyOf', { name: memberName })}
              onClick={onRemove}
            >
              {t('removeProxy')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
