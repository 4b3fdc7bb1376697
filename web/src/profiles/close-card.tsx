import { useState } from 'react'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CloseDialog } from './close-dialog.tsx'
import classes from './profiles.module.css'

/** The way out. What happens is said before it is asked for. */
export const CloseCard = () => {
  const { t } = useTranslation('profiles')
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
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('closeOpen')}
        </Button>
      </div>
      <CloseDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}
