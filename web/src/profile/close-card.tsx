import { Card, Stack, Title, Text, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CloseDialog } from './close-dialog.tsx'
import classes from './profile.module.css'

/** The way out. What happens is said before it is asked for. */
export const CloseCard = () => {
  const { t } = useTranslation('profile')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card component="section" aria-labelledby="close">
      <div className={classes.row}>
        <Stack gap={2}>
          <Title order={2} id="close">
            {t('closeHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('closeHint')}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('closeOpen')}
        </Button>
      </div>
      <CloseDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}
