import { Button, Card, Group, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { LateLeaveQuestion } from './leave-dialog.tsx'

type Props = {
  /** The text that another editor has saved, to read and to copy from. */
  theirs: string
  isBusy: boolean
  /** Sends what is written here once more, over theirs. */
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/**
 * Both texts, after a save that was refused because another editor saved first. The focus goes there: it stands above
 * the button that was pressed, and moves that out of sight.
 */
export const ChangedMeanwhileCard = ({ theirs, isBusy, onKeepMine, onTakeTheirs }: Props) => {
  const { t } = useTranslation('platform')
  const [title, text] = [useId(), useId()]
  const card = useRef<HTMLDivElement>(null)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => card.current?.focus(), [theirs])
  return (
    <Card
      ref={card}
      role="group"
      tabIndex={-1}
      aria-labelledby={title}
      aria-describedby={text}
      padding="sm"
      // The bars above and below cover none of it.
      style={{ scrollMarginBlock: 80 }}
    >
      <Stack gap="sm">
        <div id={title}>
          <Status kind="warning" size="md">
            {t('changedTitle')}
          </Status>
        </div>
        <Text size="sm" id={text}>
          {t('changedText')}
        </Text>
        <Textarea readOnly rows={8} label={t('changedTheirs')} value={theirs} />
        <Group gap="xs">
          <Button loading={isBusy} onClick={onKeepMine}>
            {t('changedKeepMine')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => setAsked(true)}>
            {t('changedTakeTheirs')}
          </Button>
        </Group>
      </Stack>
      <LateLeaveQuestion
        opened={isAsked}
        title={t('discardTitle')}
        text={t('leaveTypedText')}
        goLabel={t('changedTakeTheirs')}
        onStay={() => setAsked(false)}
        onGo={onTakeTheirs}
      />
    </Card>
  )
}
