// On its own: a card of the profile like the others.
import { Card, Stack, Title, Text } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { late } from '#platform/ui/late.tsx'
import { OwnDataSheet } from '../retention/own-data-sheet.tsx'
import { downloadData } from './api.ts'

const AdviceCard = late(() => import('../advice/advice-card.tsx').then((file) => file.AdviceCard))

/** Everything that is stored about this member, for them to keep, and how long the portal keeps it. */
export const DataCard = () => {
  const { t } = useTranslation('profile')
  const { enablePlanAdvisor } = useSite().features
  return (
    <Card component="section" aria-labelledby="data">
      <Stack gap={18} align="flex-start">
        <Stack gap={2}>
          <Title order={2} id="data">
            {t('dataHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('dataHint')}
          </Text>
        </Stack>
        <DownloadButton size="xs" label={t('dataDownload')} load={() => downloadData()} />
        <OwnDataSheet />
        {enablePlanAdvisor ? <AdviceCard /> : null}
      </Stack>
    </Card>
  )
}
