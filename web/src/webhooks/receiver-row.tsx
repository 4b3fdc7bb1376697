import { Anchor } from '@mantine/core'
import type { WebhookReceiver } from '@spacekeeper/contract/webhooks/shapes.ts'
import { webhookKinds } from '@spacekeeper/contract/webhooks/words.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { ReceiverBadge } from './receiver-badge.tsx'
import classes from './webhooks.module.css'

/** A receiver in the list of all. */
export const ReceiverRow = ({ of: receiver }: { of: WebhookReceiver }) => {
  const { t } = useTranslation('webhooks')
  const { id, name, address, kinds, hasNames, waiting } = receiver
  const labels = kinds.map((kind) => webhookKinds[kind].label).join(', ')
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <Anchor
          className={classes.name ?? ''}
          renderRoot={(props) => (
            <Link to="/manage/webhooks/$receiverId" params={{ receiverId: String(id) }} {...props} />
          )}
        >
          {name}
        </Anchor>
        <span className={classes.address} title={address}>
          {address}
        </span>
        <span className={classes.facts}>
          {t('toldOf', { kinds: labels })}
          {hasNames ? `, ${t('withNames')}` : ''}
          {waiting > 0 ? `. ${t('waiting', { count: waiting, formatted: formatNumber(waiting) })}` : ''}
        </span>
      </span>
      <span className={classes.state}>
        <ReceiverBadge of={receiver} />
      </span>
    </li>
  )
}
