"""Several computers that train together: what people ask for; core/cluster has how it is done."""
