// On its own: the profile loads it only where the advisor is on, so its words come with it.
import { Stack, Text } from '@mantine/core'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { adviceText } from './text.ts'

addTexts({ advice: adviceText })

/** Says to members that their data is looked at for advice. */
export const AdviceCard = () => {
  const { t } = useTranslation('advice')
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {t('dataTitle')}
      </Text>
      <Text size="sm">{t('dataText')}</Text>
    </Stack>
  )
}
