// On its own: every form says what its marks mean, also those that send nothing to the API.
import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './form.module.css'

/** A form, which says above its fields that those marked * are required, while one of them is. */
export const Form = ({ children, className, ...form }: ComponentProps<'form'>) => {
  const { t } = useTranslation('platform')
  return (
    <form {...form} className={[classes.form, className].join(' ').trimEnd()}>
      <Text size="sm" c="dimmed" mb="sm" className={classes.marks}>
        {t('requiredMarks')}
      </Text>
      {children}
    </form>
  )
}
