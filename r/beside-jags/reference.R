# jags() of jagsUI and R2jags as far as the scripts need it, by rjags alone: it keeps the chains and leaves.
suppressMessages(library(rjags))

jags <- function(data, inits, parameters.to.save, model.file, n.chains, n.adapt = 1000, n.iter, n.burnin, n.thin = 1, ...) {
    if (is.null(names(data))) data <- mget(unlist(data), envir = parent.frame())
    if (is.function(model.file)) {
        model.file <- textConnection(c("model", deparse(body(model.file), width.cutoff = 500)))
    }
    load.module("dic", quiet = TRUE)
    model <- jags.model(model.file, data, inits, n.chains, n.adapt, quiet = TRUE)
    update(model, n.burnin, progress.bar = "none")
    samples <- coda.samples(model, c(parameters.to.save, "deviance"), n.iter - n.burnin, n.thin, progress.bar = "none")
    saveRDS(samples, Sys.getenv("KEPT"))
    quit()
}
