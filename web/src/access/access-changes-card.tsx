import { VisuallyHidden, Card, Title, Text, Box, Group, Button } from '@mantine/core'
import type { MemberAccessItem } from '@spacekeeper/contract/access/shapes.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { errorText } from '#platform/api/error-text.ts'
import { Trans } from '#platform/i18n/trans.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { otherRefusal, reasonText } from './refusals.ts'
import classes from './access-changes-card.module.css'

export type PendingChange = { device: MemberAccessItem; isMachine: boolean; isGranted: boolean }

const sentence = ({ device, isMachine, isGranted }: PendingChange) => {
  const { offline } = device
  if (otherRefusal(device) !== null && !(offline && !isGranted)) return isGranted ? 'gainRefused' : 'loseRefused'
  if (offline) return isGranted ? 'gainOffline' : 'loseOffline'
  if (!isGranted) return 'loseNow'
  return isMachine ? 'gainWorks' : 'gainOpens'
}

const Change = ({ change, name }: { change: PendingChange; name: string }) => {
  const { t } = useTranslation('members')
  const { device, isGranted } = change
  const other = otherRefusal(device)
  return (
    <li className={classes.change}>
      {isGranted ? (
        <IconPlus size={16} className={classes.gain} aria-hidden />
      ) : (
        <IconX size={16} className={classes.loss} aria-hidden />
      )}
      <span>
        <VisuallyHidden>{t(isGranted ? 'gains' : 'loses')}: </VisuallyHidden>
        <Trans
          ns="members"
          i18nKey={sentence(change)}
          values={{ door: device.name, name, reason: other === null ? '' : reasonText(other, device) }}
          tOptions={{ interpolation: { escapeValue: true } }}
          shouldUnescape
          components={{ b: <b /> }}
        />
        {device.isDefault && !isGranted ? ` ${t('takesDefault')}` : null}
      </span>
    </li>
  )
}

type Props = {
  changes: readonly PendingChange[]
  name: string
  /** Why the last attempt changed nothing. */
  error: unknown
  isBusy: boolean
  onSave: () => void
  onUndo: () => void
}

/** Says in sentences who gains or loses what, before anything happens, with the one button that does it. */
export const AccessChangesCard = ({ changes, name, error, isBusy, onSave, onUndo }: Props) => {
  const { t } = useTranslation('members')
  const count = changes.length
  return (
    <Card component="section" aria-labelledby="what-will-change">
      <Title order={2} id="what-will-change">
        {t('whatWillChange')}
      </Title>
      <div aria-live="polite">
        {count === 0 ? (
          <Text size="sm" c="dimmed" mt={6}>
            {t('nothingYet')}
          </Text>
        ) : (
          <ul className={classes.changes}>
            {changes.map((change) => (
              <Change key={change.device.id} change={change} name={name} />
            ))}
          </ul>
        )}
        {count > 0 && changes.every(({ device }) => !device.offline) ? (
          <Text size="sm" c="dimmed" mt="sm">
            {t('hearsAtOnce', { count })}
          </Text>
        ) : null}
      </div>
      {error ? (
        <Box mt="sm">
          <FormError>{t('notSaved', { reason: errorText(error) })}</FormError>
        </Box>
      ) : null}
      {count > 0 ? (
        <Group mt="md" gap="xs" wrap="nowrap">
          <Button flex={1} loading={isBusy} onClick={onSave}>
            {t('save', { count })}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onUndo}>
            {t('undo')}
          </Button>
        </Group>
      ) : null}
    </Card>
  )
}
