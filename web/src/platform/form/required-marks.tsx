// On its own: forms have it, and cards whose fields save themselves or are no form.
import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './form.module.css'

/** Says what the mark * means, while a field after it is required. */
export const RequiredMarks = (props: TextProps) => {
  const { t } = useTranslation('platform')
  return (
    <Text size="sm" c="dimmed" mb="sm" {...props} className={classes.marks ?? ''}>
      {t('requiredMarks')}
    </Text>
  )
}
