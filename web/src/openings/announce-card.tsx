import { Button, Card, Group, Text, Title } from '@mantine/core'
import type { OpeningPlan, OpeningPreset } from '@spacekeeper/contract/openings/shapes.ts'
import { IconClockPlus, IconDoorEnter } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useSpaceDay } from '#platform/form/space-clock.ts'
import { formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { announce, cancel } from './api.ts'
import { OpeningDialog } from './opening-dialog.tsx'

/** A time of the space such as 18:00, as its reader writes times. */
const sayClock = (clock: string) => formatTime(`2024-01-01T${clock}:00Z`, { timeZone: 'UTC' })

/** A key-holder says with one tap when they open the space, and can take it back at once. */
export const AnnounceCard = ({ plan }: { plan: OpeningPlan }) => {
  const { t } = useTranslation('openings')
  const [isOpen, setOpen] = useState(false)
  const spaceDay = useSpaceDay()
  const tap = useMutation({
    // A screen that was left open over midnight has the presets of the day before.
    mutationFn: ({ kind, day, ...times }: OpeningPreset) =>
      announce({ ...times, day: kind === 'now' ? spaceDay() : day }),
    onSuccess: ({ openingId }) => {
      const undo = () => void cancel({ openingId }).catch(notify.failed)
      notify.done({ text: t('announced'), undo })
    },
    onError: notify.failed,
  })
  return (
    <Card component="section" aria-labelledby="announce">
      <Title order={2} id="announce" mb={4}>
        {t('announceHeading')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('announceText')}
      </Text>
      <Group gap="sm">
        {plan.presets.map((preset, at) => (
          <Button
            key={preset.kind}
            size="md"
            variant={at === 0 ? 'filled' : 'default'}
            leftSection={<IconDoorEnter size={18} aria-hidden />}
            loading={tap.isPending && tap.variables.kind === preset.kind}
            onClick={() => tap.mutate(preset)}
          >
            {preset.kind === 'now'
              ? t('presetNow', { until: sayClock(preset.until) })
              : t('presetEvening', {
                  hours: t('hours', { from: sayClock(preset.from ?? '00:00'), until: sayClock(preset.until) }),
                })}
          </Button>
        ))}
        <Button
          size="md"
          variant="default"
          leftSection={<IconClockPlus size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('presetOther')}
        </Button>
      </Group>
      {isOpen ? <OpeningDialog today={plan.today} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}
