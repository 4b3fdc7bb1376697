import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Brand } from './brand.tsx'
import classes from './auth-frame.module.css'

type Props = {
  title: string
  subtitle?: ReactNode
  /** Words on the site's colour beside the form; below 64em they are left out. */
  aside?: ReactNode
  /** What stands under the form where there is no room for the aside. */
  below?: ReactNode
  children: ReactNode
}

/** The frame of the public cards: the site's name, one title, one form. */
export const AuthFrame = ({ title, subtitle, aside, below, children }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <div className={classes.frame} data-split={aside ? true : undefined}>
      <a className={classes.skip} href="#main">
        {t('skipToContent')}
      </a>
      <main className={classes.main} id="main" tabIndex={-1}>
        <div className={classes.column}>
          <Brand size={40} />
          <h1 className={classes.title} tabIndex={-1}>
            {title}
          </h1>
          {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
          <div className={classes.form}>{children}</div>
          {below ? <div className={classes.below}>{below}</div> : null}
        </div>
      </main>
      {aside ? (
        <aside className={classes.aside}>
          <div className={classes.column}>{aside}</div>
        </aside>
      ) : null}
    </div>
  )
}
