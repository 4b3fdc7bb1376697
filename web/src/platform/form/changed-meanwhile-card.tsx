import { Button, Card, Group, Stack, Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'

type Props = {
  /** The text that another editor has saved, to read and to copy from. */
  theirs: string
  isBusy: boolean
  /** Sends what is written here once more, over theirs. */
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Both texts, after a save that was refused because another editor saved first. */
export const ChangedMeanwhileCard = ({ theirs, isBusy, onKeepMine, onTakeTheirs }: Props) => {
  const { t } = useTranslation('platform')
  const title = useId()
  return (
    <Card role="alert" aria-labelledby={title} padding="sm">
      <Stack gap="sm">
        <div id={title}>
          <Status kind="warning" size="md">
            {t('changedTitle')}
          </Status>
        </div>
        <Text size="sm">{t('changedText')}</Text>
        <Textarea readOnly rows={8} label={t('changedTheirs')} value={theirs} />
        <Group gap="xs">
          <Button variant="default" loading={isBusy} onClick={onKeepMine}>
            {t('changedKeepMine')}
          </Button>
          <Button variant="default" color="red" disabled={isBusy} onClick={onTakeTheirs}>
            {t('changedTakeTheirs')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
